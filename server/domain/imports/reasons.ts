import { importFields, importFormats, importProblems } from '../../../contract/messages/imports.ts';
import { fill } from '../../../contract/messages.ts';
import type { ImportField } from '../../../contract/rules/imports/fields.ts';

type Facts = Readonly<Record<string, string | number>>;
/** Why a row cannot be taken in, worded when it is read. `facts`: what the sentence names, a field and a format by their own names. */
export type Reason = Readonly<{ code: keyof typeof importProblems; facts: Facts }>;

export const because = (code: Reason['code'], facts: Facts = {}): Reason => ({ code, facts });

/** A reason as it is stored; rows from before there were codes have their sentence. */
export type StoredReason = Readonly<{ code: string | null; facts: Facts | null; reason: string | null }>;

export const storedReason = (reason: Reason | null): Pick<StoredReason, 'code' | 'facts'> => ({
  code: reason?.code ?? null,
  facts: reason?.facts ?? null,
});

const named = (facts: Facts): Facts => {
  const { field, format } = facts;
  return {
    ...facts,
    ...(field === undefined ? {} : { field: importFields[field as ImportField] }),
    ...(format === undefined ? {} : { format: importFormats[format as keyof typeof importFormats] ?? format }),
  };
};

export const sentenceOf = ({ code, facts, reason }: StoredReason): string | null =>
  code === null ? reason : fill(importProblems[code as Reason['code']], named(facts ?? {}));
