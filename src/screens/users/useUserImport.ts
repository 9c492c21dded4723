import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import type { ImportLine, UserImportChoices } from '../../../contract/entities/people.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useToast } from '../../app/context.ts';
import { findLinesToApply, type ImportedLine, userImportMachine } from '../../machines/people/userImport.machine.ts';
import { confirmWithUser, newId } from '../../services/browser.ts';
import { readTextFile } from '../../services/textFile.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import type { Users } from './useUsers.ts';

const t = messages.userImport;

type CreatedAccount = Readonly<{ email: string; name: string; password: string }>;
const listCreatedAccounts = (lines: readonly ImportLine[], results: readonly ImportedLine[]): readonly CreatedAccount[] => {
  const linesByNumber = new Map(lines.map((line) => [line.line, line]));
  return results.flatMap(({ line, temporary_password }) => {
    const person = linesByNumber.get(line);
    return temporary_password === null || !person
      ? []
      : [{ email: person.email, name: `${person.first_name} ${person.last_name}`, password: temporary_password }];
  });
};
const passwordColumns = [
  { header: 'email', text: (account: CreatedAccount) => account.email },
  { header: 'name', text: (account: CreatedAccount) => account.name },
  { header: 'temporary_password', text: (account: CreatedAccount) => account.password },
];

/** A line as previewed, or its result. */
export type ShownUserLine = Omit<ImportLine, 'what'> & Readonly<{ what: ImportedLine['what'] }>;
/** The outcome of a line. If a new user comes back without a password, an earlier response was lost, and the password with it. */
const toOutcome = (line: ImportLine, { what: outcome, errors, temporary_password }: ImportedLine): ShownUserLine => {
  if (outcome === 'waits') return { ...line, what: outcome, errors };
  if (errors.length > 0) return { ...line, what: 'error', errors };
  const isLost = line.what === 'create' && outcome === 'same' && temporary_password === null;
  return isLost ? { ...line, what: outcome, errors: [t.existsAlready] } : line;
};

const countImported = (results: readonly ImportedLine[]): number =>
  results.filter(({ what: outcome }) => outcome !== 'error' && outcome !== 'waits').length;
const countLines = (lines: readonly ImportLine[], outcome: ImportLine['what']): number =>
  lines.filter((line) => line.what === outcome).length;

/** Connects the import to the chosen file and the service. */
export const useUserImport = (users: Users) => {
  const toast = useToast();
  /** Machine context holds only plain data, so the file stays here under a token. */
  const chosenFile = useRef<{ token: string; file: File } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened dialog.
  const machine = useMemo(
    () =>
      userImportMachine.provide({
        actors: {
          readFile: fromPromise(async ({ input }) => {
            const selectedFile = chosenFile.current;
            if (selectedFile?.token !== input.file.token) throw new Error('another file was chosen');
            return users.service.previewImport(await readTextFile(selectedFile.file), input.choices);
          }),
          applyChunk: fromPromise(({ input }) => users.service.applyImport(input)),
        },
        actions: {
          downloadPasswords: (_, { lines, results }) =>
            downloadCsv(t.passwordsFile, toCsv(passwordColumns, listCreatedAccounts(lines, results))),
          askLeave: ({ self }) => confirmWithUser(t.confirmLeave) && self.send({ type: 'close.confirmed' }),
          reportClosed: ({ context }) => {
            const imported = countImported(context.results);
            if (imported > 0) toast(fill(t.done, { count: imported }));
            users.closeImport();
          },
        },
      }),
    [],
  );
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { file, lines, unread, shape, choices, impact, results, sent, error } = snapshot.context;
  const hasPasswords = results.some((line) => line.temporary_password !== null);
  useUnsavedGuard(snapshot.hasTag('unsaved'), hasPasswords ? t.confirmLeave : t.confirmStop);
  const count = findLinesToApply(lines).length;
  const resultsByLine = new Map(results.map((result) => [result.line, result]));
  return {
    fileName: file?.name ?? null,
    choosing: snapshot.matches('choosing'),
    reading: snapshot.matches('reading'),
    applying: snapshot.matches('applying'),
    stopped: snapshot.matches('stopped'),
    ended: snapshot.matches('holding') || snapshot.matches('finished'),
    error: snapshot.matches('stopped') ? fill(t.stopped, { done: sent, count, why: error ?? '' }) : error,
    lines: lines.map((line): ShownUserLine => {
      const result = resultsByLine.get(line.line);
      return result ? toOutcome(line, result) : line;
    }),
    shape,
    choices,
    choosesAgain: snapshot.matches('previewed'),
    submitChoices: (next: UserImportChoices) => ref.send({ type: 'choices.submit', choices: next }),
    unread: unread.length === 0 || shape.missing.length > 0 ? null : fill(t.unread, { columns: unread.join(', ') }),
    /** Set before anything is saved, if the file changes existing users. */
    impact: snapshot.can({ type: 'import.apply' }) && sent === 0 && countLines(lines, 'update') > 0 ? impact : null,
    count,
    sent,
    imported: countImported(results),
    waiting: results.filter((line) => line.what === 'waits').length,
    refused: results.filter((line) => line.what === 'error').length,
    hasPasswords,
    summary: fill(t.summary, {
      create: countLines(lines, 'create'),
      update: countLines(lines, 'update'),
      same: countLines(lines, 'same'),
      error: countLines(lines, 'error'),
    }),
    mayApply: snapshot.can({ type: 'import.apply' }),
    mayRestart: snapshot.can({ type: 'import.restart' }),
    mayClose: snapshot.can({ type: 'close.ask' }),
    choose: (selectedFile: File) => {
      const token = newId();
      chosenFile.current = { token, file: selectedFile };
      ref.send({ type: 'file.choose', file: { name: selectedFile.name, size: selectedFile.size, token } });
    },
    apply: () => ref.send({ type: 'import.apply' }),
    restart: () => ref.send({ type: 'import.restart' }),
    download: () => ref.send({ type: 'passwords.download' }),
    close: () => ref.send({ type: 'close.ask' }),
  };
};
export type UserImportBinding = ReturnType<typeof useUserImport>;
