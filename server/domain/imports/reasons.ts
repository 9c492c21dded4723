import { heldReasons } from '../../../contract/messages/connections.ts';
import { importFields, importFormats, importProblems } from '../../../contract/messages/imports.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ImportField } from '../../../contract/rules/imports/fields.ts';
import { dollars } from '../shared/moneyText.ts';

export type ReasonFacts = Readonly<Record<string, string | number>>;
/** Why a row of a file cannot be taken in. `facts`: the words of the sentence, a field and a format by their own names. */
export type Reason = Readonly<{ code: keyof typeof importProblems; facts: ReasonFacts }>;

export const because = (code: Reason['code'], facts: ReasonFacts = {}): Reason => ({ code, facts });

/** A reason as it is stored; rows from before there were codes have their sentence. */
export type StoredReason = Readonly<{ code: string | null; facts: ReasonFacts | null; reason: string | null }>;

export const storedReason = (reason: Reason | null): Pick<StoredReason, 'code' | 'facts'> => ({
  code: reason?.code ?? null,
  facts: reason?.facts ?? null,
});

const CENTS = '_cents';
const wordOf = (name: string, value: string | number): readonly [string, string | number] => {
  if (name === 'field') return [name, importFields[value as ImportField] ?? value];
  if (name === 'format') return [name, importFormats[value as keyof typeof importFormats] ?? value];
  return name.endsWith(CENTS) ? [name.slice(0, -CENTS.length), dollars(Number(value))] : [name, value];
};
const wordsOf = (facts: ReasonFacts | null): ReasonFacts =>
  Object.fromEntries(Object.entries(facts ?? {}).map(([name, value]) => wordOf(name, value)));

type Wording = Readonly<{ text: string; asks?: string }>;
/** The sentences of files and of connections; a code has one meaning, so the two share no code. */
const vocabulary: ReadonlyMap<string, Wording> = new Map<string, Wording>([
  ...Object.entries(importProblems).map(([code, text]) => [code, { text }] as const),
  ...Object.entries(heldReasons),
]);

/** Why a record or a row waits in quarantine, and what its person is asked for; null where it has no reason. */
export const wordReason = ({ code, facts, reason }: StoredReason): Readonly<{ sentence: string; asks: string | null }> | null => {
  if (code === null) return reason === null ? null : { sentence: reason, asks: null };
  const { text, asks } = vocabulary.get(code) ?? { text: fill(messages.whyNot.unknownReason, { code }) };
  return { sentence: fill(text, wordsOf(facts)), asks: asks ?? null };
};
