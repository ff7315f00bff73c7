import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, it } from "vitest";

const directory = inject("packageDirectory");
const pages = globSync("**/*.md", { cwd: directory });

describe("the pages of the packed package", () => {
  it("are there", () => {
    expect(pages).toContain("README.md");
    expect(pages).toContain(join("docs", "install.md"));
  });

  it.each(pages)("%s links to nothing that is not packed", (page) => {
    expect(linksOf(page).filter((link) => !existsSync(join(directory, dirname(page), link)))).toEqual([]);
  });
});

/** Pictures are left out for their weight; the page that shows them says so. */
function linksOf(page: string): string[] {
  return [...readFileSync(join(directory, page), "utf8").matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !link.startsWith("images/"));
}
