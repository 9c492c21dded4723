import { fill, messages } from '../../../contract/messages.ts';
import { type DraftPath, parseDraft, pathText } from '../../../contract/rules/commission/config/draft.ts';
import { type ConfigNames, parseConfig } from '../../../contract/rules/commission/config.ts';
import { toPercent } from './leafText.ts';
import type { LeafKind } from './shapes.ts';

const t = messages.planErrors;
const words = messages.planEditor.errors;
const MAX_PERCENT = { percent: 100, attainment: 100_000, percents: 100 } as const;

/** Rewords fractions in a message as percentages, as the fields show them. */
const percentText = (message: string): string => {
  const [beforeStep = '', afterStep = ''] = t.tierOrder.split('{before}');
  if (message.startsWith(beforeStep) && message.endsWith(afterStep)) {
    const from = message.slice(beforeStep.length, message.length - afterStep.length);
    return fill(words.tierOrder, { before: toPercent(Number(from)) });
  }
  for (const template of [t.dueShares, t.shares]) {
    const [before = '', after = ''] = template.replace('1, not', '100%, not').split('{sum}');
    const original = template.split('{sum}')[0] ?? '';
    if (message.startsWith(original)) return `${before}${toPercent(Number(message.slice(original.length)))}%${after}`;
  }
  return message;
};

/** All errors of a draft by path, worded for its form fields; empty if the draft can be published. */
export const draftErrors = (text: string, names?: ConfigNames): ReadonlyMap<string, string> => {
  const draft = parseDraft(text);
  const errorsByPath = new Map<string, string>();
  for (const error of parseConfig(text, names).errors) {
    if (errorsByPath.has(error.path)) continue;
    errorsByPath.set(error.path, draft === null ? error.message : percentText(error.message));
  }
  return errorsByPath;
};

const isPercent = (kind: LeafKind | undefined): kind is keyof typeof MAX_PERCENT => kind !== undefined && kind in MAX_PERCENT;
const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);

/** The error at the field's path or below it; percent fields state their range in percent. */
export const fieldErrorAt = (errors: ReadonlyMap<string, string>, path: DraftPath, kind?: LeafKind, value?: unknown): string | null => {
  const fieldPath = pathText(path);
  const message = errors.get(fieldPath) ?? [...errors].find(([other]) => isWithin(other, fieldPath))?.[1];
  if (message === undefined) return null;
  const isOutOfRange = isPercent(kind) && typeof value === 'number' && (value < 0 || value > MAX_PERCENT[kind] / 100);
  return fill(words.field, { message: isOutOfRange ? fill(words.percentRange, { min: 0, max: MAX_PERCENT[kind] }) : message });
};

/** Errors of an object or list that none of its fields shows. */
export const ownErrors = (errors: ReadonlyMap<string, string>, path: DraftPath, fieldPaths: readonly string[]): readonly string[] => {
  const place = pathText(path);
  return [...errors]
    .filter(([other]) => isWithin(other, place) && !fieldPaths.some((field) => isWithin(other, field)))
    .map(([, message]) => fill(words.field, { message }));
};

/** Errors of the configuration as a whole, and of its list of plans. */
export const wholeErrors = (errors: ReadonlyMap<string, string>): readonly string[] =>
  [...errors].flatMap(([path, message]) => {
    if (path === '$') return message;
    return path === 'plans' ? fill(t.allOfIt, { message }) : [];
  });

/** The index of the first plan with an error; null if all plans are valid. */
export const firstWrongPlan = (errors: ReadonlyMap<string, string>): number | null => {
  const indexes = [...errors.keys()].flatMap((path) => /^plans\[(\d+)\]/.exec(path)?.[1] ?? []);
  return indexes.length === 0 ? null : Math.min(...indexes.map(Number));
};

export const isWithinAny = (path: string, places: readonly string[]): boolean => places.some((place) => isWithin(path, place));

export const countWithin = (errors: ReadonlyMap<string, string>, places: readonly string[]): number =>
  [...errors.keys()].filter((path) => isWithinAny(path, places)).length;
