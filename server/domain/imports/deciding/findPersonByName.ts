import { fullNameKey, personNameKey } from '../../../../contract/rules/imports/names.ts';
import type { Directory } from '../known.ts';
import { type ImportReason, importReason } from '../reasons.ts';

/**
 * Finds the person by email address, by a meaning assigned to the text, or by a full name in any spelling that only one person has; an
 * unknown or ambiguous name becomes a question (decisions 7.03).
 */
export const findPersonByName = (people: Directory, name: string): number | ImportReason => {
  const knownId = people.byEmail.get(name.toLowerCase()) ?? people.byText.get(personNameKey(name));
  if (knownId !== undefined) return knownId;
  const namesakes = people.byName.get(fullNameKey(name)) ?? [];
  return namesakes.length === 1 ? (namesakes[0] ?? 0) : importReason(namesakes.length === 0 ? 'nobody' : 'several', { name });
};
