/**
 * The same as `toISOString`, which asks the system for its time zone although it needs none: where `/etc/localtime`
 * is a plain file, as in many containers, it is compared with all zones, which takes milliseconds.
 */
export function isoText(date: Date): string {
  const year = date.getUTCFullYear();
  // Other years have another form, and invalid dates throw.
  if (!(year >= 0 && year <= 9999)) return date.toISOString();
  const day = [digits(year, 4), digits(date.getUTCMonth() + 1), digits(date.getUTCDate())].join("-");
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map((part) => digits(part)).join(":");
  return `${day}T${time}.${digits(date.getUTCMilliseconds(), 3)}Z`;
}

function digits(number: number, count = 2): string {
  return String(number).padStart(count, "0");
}
