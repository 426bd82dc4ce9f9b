/** The text below the heading `## [version] - YYYY-MM-DD` of a changelog, or undefined if there is none or it is empty. */
export function changelogEntry(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const entry = sections.find(
    (section) =>
      section.startsWith(`[${version}] - `) && /^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(firstLine(section)),
  );
  return entry?.slice(firstLine(entry).length).trim() || undefined;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
