/** The text below the heading `## [version] - YYYY-MM-DD` of a changelog, or undefined if there is none or it is empty. */
export function changelogEntry(changelog: string, version: string): string | undefined {
  return sectionBelow(
    changelog,
    (heading) => heading.startsWith(`[${version}] - `) && /^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading),
  );
}

/**
 * What a release says of its version, or undefined if the changelog has no text for it. What is published needs a section
 * with a date. What is only built, such as by the tests, has the unreleased changes instead.
 */
export function releaseNotes(changelog: string, version: string, isPublished: boolean): string | undefined {
  const entry = changelogEntry(changelog, version);
  if (entry !== undefined || isPublished) return entry;
  return sectionBelow(changelog, (heading) => heading === '[Unreleased]');
}

/** A text whose links to files of the repository lead there from everywhere. `files`: the URL of its folder. */
export function withAbsoluteLinks(text: string, files: string): string {
  return text.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, `](${files}/$1)`);
}

function sectionBelow(changelog: string, isHeading: (heading: string) => boolean): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => isHeading(firstLine(text)));
  return section?.slice(firstLine(section).length).trim() || undefined;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
