/** Chinese and Arabic names (decisions 8.02): the font for each piece of text, and the drawing order of its words. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const fileOf = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), 'files', file);
const allStyles = (path) => ({ normal: path, bold: path, italics: path, bolditalics: path });

const ARABIC = '\\u0600-\\u06ff\\u0750-\\u077f\\u08a0-\\u08ff\\ufb50-\\ufdff\\ufe70-\\ufeff';
const HAN = '\\u2e80-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef';
const isArabic = new RegExp(`[${ARABIC}]`);
const isHan = new RegExp(`[${HAN}]`);
const scriptRuns = new RegExp(`[${ARABIC}]+(?:\\s+[${ARABIC}]+)*|[${HAN}]+|[^${ARABIC}${HAN}]+`, 'g');

const fontOf = (text) => (isArabic.test(text) ? 'Arabic' : isHan.test(text) ? 'Han' : null);
/**
 * The font shapes and reverses each Arabic word. Lines are laid out from the left, so the word order is reversed here; spaces are separate
 * runs, because within a word they would end up on its other side.
 */
const arabicRuns = (text) =>
  text
    .split(/\s+/)
    .reverse()
    .flatMap((arabicWord, index) => [...(index === 0 ? [] : [{ text: ' ' }]), { text: arabicWord, font: 'Arabic' }]);

const runsOf = (text) =>
  text.match(scriptRuns).flatMap((scriptRun) => {
    const font = fontOf(scriptRun);
    if (font === 'Arabic') return arabicRuns(scriptRun);
    return [{ text: scriptRun, ...(font ? { font } : {}) }];
  });

/** Parts of a document that contain text. */
const containers = ['stack', 'columns', 'table', 'body', 'content', 'footer'];

/** Assigns each piece of text a font that has its characters. @returns the document, and the extra fonts it needs */
export const applyFonts = (document) => {
  const usedFonts = new Set();
  const visitText = (text) => {
    if (fontOf(text) === null) return text;
    const runs = runsOf(text);
    for (const { font } of runs) if (font) usedFonts.add(font);
    return { text: runs };
  };
  const visitNode = (node) => {
    if (typeof node === 'string') return visitText(node);
    if (Array.isArray(node)) return node.map(visitNode);
    if (node === null || typeof node !== 'object' || node instanceof Date) return node;
    const { text, ...rest } = node;
    const visited = Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, containers.includes(key) ? visitNode(value) : value]),
    );
    if (text === undefined) return visited;
    const inner = visitNode(text);
    return { ...visited, text: typeof text === 'string' && typeof inner === 'object' ? inner.text : inner };
  };
  const visitedDocument = visitNode(document);
  return { document: visitedDocument, fonts: [...usedFonts] };
};

/** Loaded only if needed, because the files are large. */
export const fontFiles = (names) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      allStyles(
        name === 'Han'
          ? fileOf('@fontsource/noto-sans-sc', 'noto-sans-sc-chinese-simplified-400-normal.woff')
          : fileOf('@fontsource/noto-naskh-arabic', 'noto-naskh-arabic-arabic-400-normal.woff'),
      ),
    ]),
  );
