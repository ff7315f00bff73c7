import { expression, part } from "../../patterns/expression.ts";
import type { BansAbroad } from "./ban-tables.ts";

/** Words that go with a ban and do not change it. */
const BESIDE = part`
  (?:
    bitte|noch|aber|jetzt|erst ?mal|vorerst|auch|also|encore|surtout|por favor|per favore|ancora|todav[ií]a|a[úu]n
    |ainda|alsjeblieft|nog|proszę|jeszcze|пока|пожалуйста|ещё|еще
  )
`;
/** Where a clause may begin. */
const OPENING = "(?:^|[,;(–—。！，、.!]\\s*|\\s(?:aber|und|doch|mais|et|pero|y|mas|ma|e|maar|en|ale|i|но|и|а)\\s+)";
/** The end of a sentence with a ban, also with thanks or with what the person does themselves. */
const END = part`
  (?:
    [\s,]*(?:
      bitte|danke|stp|svp|merci|por favor|gracias|por fa|obrigad[oa]|per favore|grazie|alsjeblieft|aub|bedankt
      |proszę|dzięki|пожалуйста|спасибо|noch|yet|todav[ií]a|a[úu]n|ainda|ancora|encore|jeszcze|pour l'instant
      |por ahora|por enquanto|per ora|voorlopig|na razie|пока
    )
  )*[\s.!)。！]*(?:
    $
    |(?<=[^\s]),? (?:
      ich (?:schau|guck|prüf|review|mach|will|möchte|teste|lese)|je (?:relis|regarde|vais|veux|vérifie|le fais|m'en)
      |yo |lo (?:reviso|hago|miro)|eu |ik (?:kijk|wil|doe|check)|lo faccio|ja |я )[^,;.]{0,60}[.!\s]*$
  )
`;

/** Bans on commits and pushes in the languages people write to agents in, each a whole clause. */
const GIT = [
  "(?:nicht|nichts) (?:zu )?(?:commit+en|pushen)",
  "kein(?:en)? (?:commit|push)(?: machen)?",
  "ne (?:commit+e[rz]?|push(?:e[rz]?)?) (?:pas|rien)",
  "ne (?:fais|faites) (?:pas de|aucun) (?:commit|push)s?",
  "pas de (?:commit|push)",
  "no (?:hagas|haga|hacer) (?:ning[úu]n |un |el )?(?:commit|push)s?",
  "n[ãa]o (?:fa[çc]a|faz|fazer|d[êe]|d[áa]|dar) (?:o |nenhum |um )?(?:commit|push)s?",
  "n[ãa]o (?:commit[ea]?r?|push[ea]r?)",
  "non (?:fare (?:il |nessun )?(?:commit|push)|committare(?: niente| nulla)?|pushare)",
  "niet (?:committen|pushen)",
  "geen (?:commit|push)(?: doen| maken)?",
  "nie (?:[ck]om+ituj|pus[hz]uj|r[óo]b (?:commit[aó]w?|pusha))",
  "не (?:коммить|коммитить|коммитьте|пушь|пуши|пушить|пушьте)",
  "(?:先|请)*(?:不要|别|勿)(?:提交|推送|commit|push)(?:代码)?",
  "(?:コミット|プッシュ)(?:は|を)?しないで(?:ください|下さい|ね)?",
  "(?:커밋|푸시)(?:은|는)? ?하지 ?(?:마|마세요|마라|말아 ?줘|말아 ?주세요)",
];

/** Bans on changing one file, which is the group. */
const FILE = "((?<!\\S)[^\\s,;!]+)";
const FILES = [
  `(?:die datei )?${FILE} (?:bitte |auf keinen fall |dabei )*nicht (?:anfassen|anrühren|ändern|verändern|bearbeiten|editieren)`,
  `finger weg von (?:der datei )?${FILE}`,
  `ne (?:touche[rz]?|modifie[rz]?|change[rz]?) (?:surtout )?pas (?:à |au fichier |le fichier )?${FILE}`,
  `no (?:toques|modifiques|cambies|edites) (?:el archivo |el fichero )?${FILE}`,
  `n[ãa]o (?:mexa|mexe|mexer|toque|toca|altere|altera|modifique|edite) (?:em |no |o |o arquivo |no arquivo )?${FILE}`,
  `non (?:toccare|modificare|cambiare) (?:il file )?${FILE}`,
  `niet aan ${FILE} (?:komen|zitten)`,
  `${FILE} niet (?:aanraken|wijzigen|aanpassen|veranderen)`,
  `nie (?:ruszaj|zmieniaj|dotykaj|edytuj) (?:pliku )?${FILE}`,
  `не (?:трогай|трогать|меняй|менять|изменяй|правь) (?:файл )?${FILE}`,
  `(?:不要|别)(?:动|改|修改|碰) ${FILE}`,
];

const whole = (clauses: readonly string[]): RegExp =>
  new RegExp(`${OPENING}(?:${BESIDE} )*(?:${clauses.join("|")})${END}`, "i");

export const FOREIGN_BANS: BansAbroad = {
  mayForbid:
    /(?:^|[\s,;(–—.!])(?:nichts?|kein(?:en)?|finger weg|ne|pas|no|não|nao|non|niet|geen|nie|не)\s|不要|别|勿|しないで|하지/i,
  git: whole(GIT),
  file: whole(FILES),
  mayTell: /\b(?:kein(?:en)?|pas de|geen) /i,
  open: expression("i")`
    (?<![\wа-яё\u00c0-\u024f])(?:
      wenn|falls|sobald|solange|bis|bevor|vor|ohne|außer|sofern|sei denn|sonst|nur|erst(?! ?mal)|dann|danach|doch
      |sondern|statt|steht|sagt|heißt|hieß|si|quand|tant que|jusqu\S*|avant|sauf|sans|sinon
      |mais(?= (?:si|quand|tu peux))|ensuite|puis|après|seulement|dit|cuando|hasta|mientras|salvo|antes|sin|luego
      |después|s[óo]lo|dice|se|quando|enquanto|até|exceto|sem|depois|s[óo]|diz|finché|prima|tranne|senza|poi|dopo|solo
      |als|wanneer|tot|totdat|voordat|behalve|zonder|daarna|pas|alleen|zegt|jeśli|jeżeli|gdy|dopóki|chyba|zanim|bez
      |potem|tylko|mówi|если|когда|кроме|без|потом|только|до|if|when|unless|until|before|only|except|then|says?|said
    )(?![\wа-яё\u00c0-\u024f])|如果|要是|若|除非|之前|以前|的话|然后|不过|なら|場合|まで|たら|でも|면|전에|까지|하지만|以后|之后|时|とき|時|うちは|때|동안|["“„«]
  `,
  product: expression("i")`
    \b(?:
      soll\w*|muss|müssen|darf|doi(?:t|vent)|devrai\w*|deben?|debería\w*|devem?|dovrebbe|moet(?:en)?|powin\w+|should
      |must|has to
    )\b|долж|应该|べき|해야
  `,
  commit: /[ck]om+it|коммит|提交|コミット|커밋/i,
  push: /push|пуш|推送|プッシュ|푸시/i,
  other: expression("i")`
    transa[kc][tcz]|транзакц|datenbank|base de d|banco de d|бд|数据库|トランザクション|benachrichtig|notifi|уведомл|通知|알림
    |e-?mails?\b|\bsms\b|nacht|\bnuit|noche|noite|notte|\bnoc[ny]|ноч|夜|晚|야간|밤|silen[zct]|stil+e|表单|校验|按钮|点击|订单|输入
    |フォーム|ボタン|폼|버튼
  `,
};
