const DAY = 86_400_000;
const WEEK = 7 * DAY;

/**
 * ISO 8601 counts the week that holds the Thursday.
 * @param {number} time Of a Thursday.
 */
function weekFrom(time) {
  const thursday = new Date(time);
  const year = thursday.getUTCFullYear();
  const week = Math.ceil(((time - Date.UTC(year, 0, 1)) / DAY + 1) / 7);
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** @param {string} week */
function thursdayOf(week) {
  const year = Number(week.slice(0, 4));
  // The fourth of January always lies in the first week.
  const fourth = new Date(Date.UTC(year, 0, 4));
  return fourth.getTime() + (4 - (fourth.getUTCDay() || 7)) * DAY + (Number(week.slice(6)) - 1) * WEEK;
}

/** So many weeks without a turn have a place each; more of them share one. */
const MOST_EMPTY = 3;

/**
 * The weeks with what lies between them, so that a pause is seen, and a long one takes no room from what happened.
 * @param {readonly string[]} weeks Oldest first.
 * @returns {string[]}
 */
export function withPauses(weeks) {
  return weeks.flatMap((week, index) => {
    const before = weeks[index - 1];
    if (before === undefined) return [week];
    const start = thursdayOf(before);
    const empty = Math.round((thursdayOf(week) - start) / WEEK) - 1;
    if (empty > MOST_EMPTY) return [`${empty} weeks`, week];
    return [...Array.from({ length: empty }, (_, place) => weekFrom(start + (place + 1) * WEEK)), week];
  });
}

/** @param {string} name */
export function isPause(name) {
  return name.endsWith("weeks");
}
