import { assign, fromPromise, setup } from 'xstate';
import type {
  ImportLine,
  ImportPreview,
  ImportResult,
  UserImpact,
  UserImportChoices,
  UserImportLayout,
} from '../../../contract/entities/people.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

export type ImportedLine = ImportResult['results'][number];
/** A file's metadata from the browser; an actor reads its text. */
type SelectedFile = Readonly<{ name: string; size: number; token: string }>;
/** `layout`: the admin's choices for the file's columns and roles, to be remembered. */
export type AppliedChunk = Readonly<{
  lines: readonly ImportLine[];
  title: string;
  layout: UserImportLayout | null;
  importId: string | null;
}>;
type FileShape = Readonly<Required<Pick<ImportPreview, 'header' | 'columns' | 'missing' | 'role_texts' | 'roles' | 'remembered'>>>;
type Context = {
  file: SelectedFile | null;
  lines: readonly ImportLine[];
  /** Ignored columns of the file. */
  unread: readonly string[];
  /** The file's columns, and the texts that are not names of roles. */
  shape: FileShape;
  choices: UserImportChoices;
  /** The import on the server, once a line was applied. */
  importId: string | null;
  /** The effect of the changes on commissions; null if unknown. */
  impact: UserImpact | null;
  /** The number of applied lines with a response. */
  sent: number;
  results: readonly ImportedLine[];
  error: string | null;
};
type Events =
  | { type: 'file.choose'; file: SelectedFile }
  | { type: 'choices.submit'; choices: UserImportChoices }
  | { type: 'import.apply' }
  | { type: 'import.restart' }
  | { type: 'passwords.download' }
  | { type: 'close.ask' }
  | { type: 'close.confirmed' };

const t = messages.userImport;
const emptyShape: FileShape = { header: [], columns: {}, missing: [], role_texts: [], roles: {}, remembered: false };
const noFile = { lines: [], unread: [], shape: emptyShape, choices: {}, importId: null, impact: null, sent: 0, results: [], error: null };
/** The lines that create or change a user. */
export const findLinesToApply = (lines: readonly ImportLine[]): readonly ImportLine[] =>
  lines.filter(({ what }) => what === 'create' || what === 'update');
const getNextChunk = ({ lines, sent }: Context): readonly ImportLine[] =>
  findLinesToApply(lines).slice(sent, sent + limits.users.importChunk);
const toShape = (preview: Partial<FileShape>): FileShape => ({
  header: preview.header ?? [],
  columns: preview.columns ?? {},
  missing: preview.missing ?? [],
  role_texts: preview.role_texts ?? [],
  roles: preview.roles ?? {},
  remembered: preview.remembered ?? false,
});
/** The first chunk also carries the admin's choices. */
const toChunk = (context: Context): AppliedChunk => ({
  lines: getNextChunk(context),
  title: context.file?.name ?? '',
  layout: context.importId === null && context.choices.columns ? { header: [...context.shape.header], choices: context.choices } : null,
  importId: context.importId,
});
const hasPasswords = ({ results }: Context): boolean => results.some((line) => line.temporary_password !== null);

/**
 * Imports people from a CSV file: read, previewed line by line, applied in chunks.
 * Normal path: choosing → reading ⇄ previewed → applying ⇄ deciding → holding → finished.
 * Never: change anything before the preview, send a chunk twice at once, or discard passwords the user has not saved.
 * Tag `unsaved`: leaving now loses passwords, or the result of which lines were imported.
 */
export const userImportMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'busy' | 'unsaved' },
  actors: {
    readFile: fromPromise<ImportPreview, { file: SelectedFile; choices: UserImportChoices }>(missing('readFile')),
    applyChunk: fromPromise<ImportResult, AppliedChunk>(missing('applyChunk')),
  },
  guards: {
    isTooLarge: (_, params: { file: SelectedFile }) => params.file.size > limits.users.importMaxBytes,
    isShown: ({ context }) => context.shape.header.length > 0,
    hasWork: ({ context }) => getNextChunk(context).length > 0,
    holdsPasswords: ({ context }) => hasPasswords(context),
  },
  actions: {
    setFile: assign((_, params: { file: SelectedFile }) => ({ ...noFile, file: params.file })),
    forgetFile: assign({ ...noFile, file: null }),
    setChoices: assign((_, params: { choices: UserImportChoices }) => ({ choices: params.choices, error: null })),
    setTooLarge: assign({ file: null, error: t.tooLarge }),
    setLines: assign((_, { lines, unread, impact = null, ...preview }: ImportPreview) => ({
      lines,
      unread,
      impact,
      shape: toShape(preview),
    })),
    setResults: assign(({ context }, params: ImportResult) => ({
      importId: params.import_id ?? context.importId,
      sent: context.sent + getNextChunk(context).length,
      results: [...context.results, ...params.results],
      error: null,
    })),
    setError: assign({
      error: (_, { error }: { error: unknown }) => toFailureMessage({ error, fallback: t.failed }),
    }),
    forgetError: assign({ error: null }),
    downloadPasswords: (_, _params: { results: readonly ImportedLine[]; lines: readonly ImportLine[] }) => {},
    /** Opens the browser's dialog; a yes sends `close.confirmed`. */
    askLeave: () => {},
    reportClosed: () => {},
  },
}).createMachine({
  id: 'userImport',
  context: { ...noFile, file: null },
  initial: 'choosing',
  states: {
    choosing: {
      description: "The admin chooses a CSV file; if the last one couldn't be read, the reason is shown.",
      on: {
        'file.choose': [
          { guard: withEvent('isTooLarge'), actions: 'setTooLarge' },
          { target: 'reading', actions: withEvent('setFile') },
        ],
        'close.ask': 'closed',
      },
    },
    reading: {
      description: 'The lines of the file are being read and checked.',
      tags: 'busy',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context: { file, choices } }) => ({ file: file as SelectedFile, choices }),
        onDone: { target: 'previewed', actions: { type: 'setLines', params: ({ event }) => event.output } },
        onError: [
          { guard: 'isShown', target: 'previewed', actions: withError('setError') },
          { target: 'choosing', actions: withError('setError') },
        ],
      },
      on: { 'close.ask': 'closed' },
    },
    previewed: {
      description: 'Each line shows what it would change; nothing is changed yet. Columns and roles can be chosen differently.',
      on: {
        'choices.submit': { target: 'reading', actions: withEvent('setChoices') },
        'import.apply': { guard: 'hasWork', target: 'applying' },
        'import.restart': { target: 'choosing', actions: 'forgetFile' },
        'close.ask': 'closed',
      },
    },
    applying: {
      description: 'The server applies the lines, in chunks.',
      tags: ['busy', 'unsaved'],
      invoke: {
        id: 'applyChunk',
        src: 'applyChunk',
        input: ({ context }) => toChunk(context),
        onDone: { target: 'deciding', actions: { type: 'setResults', params: ({ event }) => event.output } },
        onError: { target: 'stopped', actions: withError('setError') },
      },
    },
    deciding: {
      description: 'Decision point: another chunk follows, or the import is over.',
      always: [{ guard: 'hasWork', target: 'applying' }, { guard: 'holdsPasswords', target: 'holding' }, { target: 'finished' }],
    },
    stopped: {
      description: 'A chunk failed: applied lines stay, and the rest can be sent again without repeating anything.',
      tags: 'unsaved',
      on: {
        'import.apply': { target: 'applying', actions: 'forgetError' },
        'passwords.download': {
          guard: 'holdsPasswords',
          actions: { type: 'downloadPasswords', params: ({ context }) => context },
        },
        'close.ask': [{ guard: 'holdsPasswords', actions: 'askLeave' }, { target: 'closed' }],
        'close.confirmed': 'closed',
      },
    },
    holding: {
      description: 'All lines are applied; temporary passwords exist only here until they are downloaded.',
      tags: 'unsaved',
      on: {
        'passwords.download': { target: 'finished', actions: { type: 'downloadPasswords', params: ({ context }) => context } },
        'close.ask': { actions: 'askLeave' },
        'close.confirmed': 'closed',
      },
    },
    finished: {
      description: 'The import is over, and no temporary password is at risk.',
      on: {
        'passwords.download': { guard: 'holdsPasswords', actions: { type: 'downloadPasswords', params: ({ context }) => context } },
        'close.ask': 'closed',
      },
    },
    closed: { description: 'The dialog closes, and the list of people is refreshed.', entry: 'reportClosed' },
  },
});
