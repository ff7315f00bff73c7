import { fromJson } from "../../text/json.ts";
import { type Mark, Report } from "../report.ts";
import type { Query, Row } from "./database.ts";
import { addToTallies, type Counted } from "./tallies.ts";

interface MarkOfTeam {
  readonly team: string;
  readonly mark: Mark;
}

/** The last word on each counts. What is not known (any more) has nothing to be marked. */
export async function writeMarks(query: Query, marks: readonly MarkOfTeam[]): Promise<void> {
  const inOrder = marks.toSorted((left, right) => (left.mark.id < right.mark.id ? -1 : 1));
  for (const { team, mark } of inOrder) {
    // The row is held from here on, so that two marks at the same time are counted one after the other.
    const [row] = await query(
      `UPDATE reports SET marked_at = ? WHERE team = ? AND machine = ? AND id = ?
       AND (marked_at IS NULL OR marked_at <= ?) RETURNING *`,
      [mark.at, team, mark.machine, mark.id, mark.at],
    );
    const before = row && countedFrom(row);
    if (!row || !before || before.mark === mark.mark) continue;
    await query("UPDATE reports SET mark = ? WHERE key = ?", [mark.mark, Number(row["key"])]);
    await addToTallies(query, [before], -1);
    await addToTallies(query, [{ ...before, mark: mark.mark }]);
  }
}

/** As it is in the sums; undefined where a later version wrote it. */
export function countedFrom({ team, at, mark, body }: Row): Counted | undefined {
  const report = Report.safeParse(fromJson(String(body)));
  if (!report.success) return undefined;
  const day = String(at).slice(0, 10);
  return { team: String(team), day, mark: mark === "right" || mark === "wrong" ? mark : null, report: report.data };
}
