/** Generated files: path under docs/generated → text. */
export type Pages = Readonly<Record<string, string>>;

export const generated = '<!-- Written by `npm run diagrams`. Do not edit. -->';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A Markdown table; an empty string without rows. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
