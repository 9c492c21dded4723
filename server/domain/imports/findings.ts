import type { ImportDetail, ImportQuestion } from '../../../contract/entities/import.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { canReferTo } from '../../../contract/rules/imports/names.ts';
import type { Finding, FindingWithTotals } from '../../db/repositories/imports/importRows.ts';
import type { KnownUser } from '../../db/repositories/people/userAccounts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type ImportReason, wordReason } from './reasons.ts';

const MAX_QUESTIONS = 200;
const MAX_NOTES = 200;
const MAX_PEOPLE = 5;
const questionKinds: Readonly<Partial<Record<ImportReason['code'], ImportQuestion['kind']>>> = {
  unknownState: 'state',
  unknownType: 'type',
  nobody: 'name',
  several: 'name',
};
/** Reason codes of rows that wait for an answer. */
export const questionCodes = Object.keys(questionKinds) as readonly ImportReason['code'][];
const noteCodes: readonly ImportReason['code'][] = [
  'bookedAhead',
  'uncollectible',
  'paidToo',
  'aboveEarned',
  'aboveReleased',
  'paidDrawOnly',
];

const suggestPeople = (text: string, everybody: readonly KnownUser[]): ImportQuestion['people'] =>
  everybody
    .filter((person) => canReferTo(text, person))
    .slice(0, MAX_PEOPLE)
    .map((person) => ({ user_id: String(person.id), name: fullName(person) }));

/** The remarks, followed by the number of those beyond the limit. */
const notesOf = (findings: readonly FindingWithTotals[]): ImportDetail['notes'] => {
  const notes = findings.map(({ code, facts, rows }) => ({ sentence: wordReason({ code, facts, reason: null })?.sentence ?? '', rows }));
  const { all_findings: all = 0, all_rows: allRows = 0 } = findings[0] ?? {};
  if (all <= findings.length) return notes;
  const shownRows = findings.reduce((sum, { rows }) => sum + rows, 0);
  return [...notes, { sentence: fill(messages.importRun.moreNotes, { count: all - findings.length }), rows: allRows - shownRows }];
};

const readQuestions = async ({ users }: Pick<Repositories, 'users'>, found: readonly Finding[]): Promise<ImportQuestion[]> => {
  if (found.length === 0) return [];
  const everybody = await users.known();
  return found.flatMap(({ code, text, rows }): ImportQuestion[] => {
    const kind = questionKinds[code as ImportReason['code']];
    return kind === undefined ? [] : [{ kind, text, rows, people: kind === 'name' ? suggestPeople(text, everybody) : [] }];
  });
};

/** The open questions of rows in quarantine, which can be answered after the run too. */
export const readWaitingQuestions = async (
  { quarantine, users }: Pick<Repositories, 'quarantine' | 'users'>,
  runId: number,
): Promise<ImportQuestion[]> => readQuestions({ users }, await quarantine.findings(runId, questionCodes, MAX_QUESTIONS));

/** A preview's questions, one per unknown text, and its remarks. */
export const readFindings = async (
  { importRows, users }: Pick<Repositories, 'importRows' | 'users'>,
  runId: number,
): Promise<Readonly<{ questions: ImportQuestion[]; notes: ImportDetail['notes'] }>> => {
  const questions = await readQuestions({ users }, await importRows.findings(runId, questionCodes, MAX_QUESTIONS));
  return { questions, notes: notesOf(await importRows.findings(runId, noteCodes, MAX_NOTES)) };
};
