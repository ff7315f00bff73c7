const DAY = 86_400_000;
const WEEK = 7 * DAY;

/**
 * ISO 8601 counts the week that holds the Thursday.
 * @param {string} at
 */
export function weekOf(at) {
  const date = new Date(at.slice(0, 10));
  return weekFrom(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);
}

/** @param {number} time */
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

/**
 * The last weeks without a gap, oldest first: where nothing stands between two bars, nothing happened between them.
 * @param {string} first
 * @param {string} last
 * @param {number} most
 * @returns {string[]}
 */
export function weeksUntil(first, last, most) {
  const weeks = [];
  for (let time = thursdayOf(last); weeks.length < most && weekFrom(time) >= first; time -= WEEK)
    weeks.unshift(weekFrom(time));
  return weeks;
}
