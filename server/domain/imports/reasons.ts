import { heldReasons } from '../../../contract/messages/connections.ts';
import { importProblems } from '../../../contract/messages/importProblems.ts';
import { importFields, importFormats } from '../../../contract/messages/imports.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ImportField } from '../../../contract/rules/imports/fields.ts';
import { dollars } from '../shared/moneyText.ts';

export type ReasonFacts = Readonly<Record<string, string | number>>;
/** The reason why a row cannot be imported. `facts`: values for the sentence; fields and formats by id. */
export type ImportReason = Readonly<{ code: keyof typeof importProblems; facts: ReasonFacts }>;

export const importReason = (code: ImportReason['code'], facts: ReasonFacts = {}): ImportReason => ({ code, facts });

/** A stored reason; rows from before reason codes have only a sentence. */
export type StoredReason = Readonly<{ code: string | null; facts: ReasonFacts | null; reason: string | null }>;

export const toStoredReason = (reason: ImportReason | null): Pick<StoredReason, 'code' | 'facts'> => ({
  code: reason?.code ?? null,
  facts: reason?.facts ?? null,
});

const CENTS_SUFFIX = '_cents';
const wordOf = (name: string, value: string | number): readonly [string, string | number] => {
  if (name === 'field') return [name, importFields[value as ImportField] ?? value];
  if (name === 'format') return [name, importFormats[value as keyof typeof importFormats] ?? value];
  return name.endsWith(CENTS_SUFFIX) ? [name.slice(0, -CENTS_SUFFIX.length), dollars(Number(value))] : [name, value];
};
const wordsOf = (facts: ReasonFacts | null): ReasonFacts =>
  Object.fromEntries(Object.entries(facts ?? {}).map(([name, value]) => wordOf(name, value)));

type Choices = readonly Readonly<{ value: string; label: string }>[];
type Wording = Readonly<{ text: string; asks?: string; choices?: Choices }>;
/** Sentences of file imports and connections; codes are unique across both. */
const vocabulary: ReadonlyMap<string, Wording> = new Map<string, Wording>([
  ...Object.entries(importProblems).map(([code, text]) => [code, { text }] as const),
  ...Object.entries(heldReasons),
]);

/** A dash for each value in the text: records from before a value was stored lack it. */
const dashForEachValue = (text: string): ReasonFacts =>
  Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, '—']));

type WordedReason = Readonly<{ sentence: string; asks: string | null; choices?: Choices }>;
/** The reason for a held record or quarantined row, and the question to its person; null if it has no reason. */
export const wordReason = ({ code, facts, reason }: StoredReason): WordedReason | null => {
  if (code === null) return reason === null ? null : { sentence: reason, asks: null };
  const { text, asks, choices } = vocabulary.get(code) ?? { text: fill(messages.whyNot.unknownReason, { code }) };
  const sentence = fill(text, { ...dashForEachValue(text), ...wordsOf(facts) });
  return { sentence, asks: asks ?? null, ...(choices ? { choices } : {}) };
};
