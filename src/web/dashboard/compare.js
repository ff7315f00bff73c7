/** @import { Page } from "./main.js" */
import { element } from "../parts/dom.js";
import { many } from "../parts/figures.js";
import { addressOf, changed, onPage, viewAddress } from "./address.js";
import { text } from "./ask.js";
import { figure } from "./figures.js";
import { COMPARED, UNNAMED } from "./measures.js";
import { table } from "./table.js";

/** Each view with the filter that its rows set; those over time set none. */
const BY = /** @type {const} */ ({
  repositories: ["Repositories", "repository"],
  agents: ["Agents", "agent"],
  models: ["Models", "model"],
  teams: ["Teams", "team"],
  weeks: ["Weeks", "week"],
  days: ["Days", "day"],
});

/** @param {string | undefined} by */
function chosen(by) {
  return by !== undefined && Object.hasOwn(BY, by) ? /** @type {keyof typeof BY} */ (by) : "repositories";
}

/** @type {Page} */
export const compare = {
  title: "Compare",
  views: (place, period) => ({ compared: viewAddress(chosen(place.by), place, period) }),
  draw({ place, period, views }) {
    const by = chosen(place.by);
    const [title, key] = BY[by];
    const rows = views["compared"]?.rows ?? [];
    const isTime = key === "week" || key === "day";
    const nameOf = (/** @type {string} */ name) =>
      isTime
        ? name
        : element(
            "a",
            { href: addressOf(onPage(place, { [key]: name })), "data-key": `${key}=${name}` },
            name || UNNAMED,
          );
    const tabs = Object.entries(BY).map(([name, [words]]) =>
      element(
        "a",
        {
          href: addressOf(changed(place, { by: name, sort: undefined, all: undefined })),
          "aria-current": name === by ? "true" : undefined,
        },
        words,
      ),
    );
    return [
      element("nav", { class: "tabs", "aria-label": "Compare" }, tabs),
      figure(
        {
          title,
          view: viewAddress(by, place, period),
          note: `${many(rows.length, "row")}. A heading sorts. Objections are false “done”s and half-way stops; a dash stands where there is nothing to divide by.`,
        },
        table({
          label: title,
          columns: [
            {
              name: key,
              title: title.replace(/ies$/, "y").replace(/s$/, ""),
              of: (row) => text(row, key),
              show: (row) => nameOf(text(row, key)),
              isText: true,
            },
            ...COMPARED,
          ],
          rows,
          place,
          empty: "No stop in these days fits these filters.",
          usual: isTime ? `-${key}` : "-corrections",
        }),
      ),
    ];
  },
};
