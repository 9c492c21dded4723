import type { ShownFigures } from '../../contract/rules/statements/shownFigures.ts';

/** An HTML statement as `statementHtml` writes it. */
const PAGE =
  /^<!doctype html>\n<html lang="en"><head>(?:<meta [^<>]*>|<title>[^<]*<\/title>|<style>[^<]*<\/style>|\n)*<\/head><body><main>([\s\S]*)<\/main><script type="application\/json" id="data">([^<]*)<\/script><script>([\s\S]*)<\/script><\/body><\/html>\n?$/;
const TAG =
  /<\/?(?:header|h1|h2|p|dl|div|dt|dd|section|table|thead|tbody|tfoot|tr|th|td|footer)(?: (?:class|id|role|scope|dir|colspan|data-[a-z]+)="[^"<>]*")*>/g;
const FIGURE = /<(td|dd)(?: class="[a-z]+")? data-figure="([^"]*)">([^<]*)<\/\1>/g;

/**
 * The embedded data of an HTML statement, and the figures on its page; null if it has any other markup, such as a comment or a hidden row,
 * because the figures found in it may then not be the visible ones.
 */
export const readStatementPage = (html: string): Readonly<{ data: string; figures: ShownFigures }> | null => {
  const [, main = '', data = '', script = ''] = PAGE.exec(html) ?? [];
  if (main === '' || main.replace(TAG, '').includes('<') || /<\/script/i.test(script)) return null;
  return { data, figures: [...main.matchAll(FIGURE)].map(([, , key = '', text = '']) => [key, text]) };
};
