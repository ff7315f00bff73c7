import { grouped } from "../parts/figures.js";

/** How numbers, times and names are written. */

/** Where there is nothing to divide by, or nothing was sent. */
export const NOTHING = "–";

/**
 * A little is not nothing, and not quite all is not all.
 * @param {number | null} value
 */
export function percent(value) {
  if (value === null) return NOTHING;
  if (value > 0 && value < 0.001) return "<0.1%";
  if (value < 1 && value > 0.999) return ">99.9%";
  return `${(100 * value).toFixed(value === 0 || value === 1 ? 0 : 1)}%`;
}

/** @param {number} value */
export function dollars(value) {
  if (value === 0) return "$0";
  if (value < 0.0001) return "<$0.0001";
  if (value < 0.1) return `$${value.toFixed(4)}`;
  return `$${value < 1000 ? value.toFixed(2) : grouped(value)}`;
}

/**
 * Of tokens, which are many.
 * @param {number} value
 */
export function short(value) {
  for (const [size, letter] of SIZES) if (value >= size) return `${(value / size).toFixed(1)} ${letter}`;
  return grouped(value);
}

/** @type {readonly [number, string][]} */
const SIZES = [
  [1e9, "G"],
  [1e6, "M"],
  [1e4, "k"],
];

/** @param {number | null} milliseconds */
export function duration(milliseconds) {
  if (milliseconds === null) return NOTHING;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * @param {string} at
 * @param {number} now
 */
export function ago(at, now) {
  const seconds = Math.round((now - Date.parse(at)) / 1000);
  if (Number.isNaN(seconds)) return "never";
  if (seconds < 90) return seconds < 5 ? "just now" : `${seconds} s ago`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}

/**
 * `claimed-check-never-ran` as people read it. What a machine did not name is called so.
 * @param {string} name
 */
export function title(name) {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
