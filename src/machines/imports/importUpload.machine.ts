import { assign, fromPromise, setup } from 'xstate';
import type { ImportDetail } from '../../../contract/entities/import.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ImportKind } from '../../../contract/rules/imports/fields.ts';
import { sizeText } from '../../../contract/rules/text.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** A file's metadata from the browser; an actor sends its bytes. */
type SelectedFile = Readonly<{ name: string; size: number; token: string }>;
type Context = { kind: ImportKind; file: SelectedFile | null; runId: string | null; part: number; error: string | null };
type Events =
  | { type: 'kind.choose'; kind: ImportKind }
  | { type: 'file.choose'; file: SelectedFile }
  | { type: 'upload.start' }
  | { type: 'upload.retry' }
  | { type: 'upload.cancel' };

const t = messages.importUpload;
const { maxBytes, partBytes } = limits.imports;
export const countUploadParts = (size: number): number => Math.ceil(size / partBytes);

/**
 * Uploads a file to the server in parts of 1 MB (decisions 8.02).
 * Normal path: choosing → creating → sending → finishing → uploaded.
 * Never: start with a file that is too large or empty, or send the next part before the last one is stored.
 * Tag `unsaved`: leaving now abandons the file.
 */
export const importUploadMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Partial<Pick<Context, 'kind'>>, tags: {} as 'busy' | 'unsaved' },
  actors: {
    createRun: fromPromise<ImportDetail, { kind: ImportKind; file: SelectedFile }>(missing('createRun')),
    sendPart: fromPromise<void, { runId: string; part: number; file: SelectedFile }>(missing('sendPart')),
    endUpload: fromPromise<ImportDetail, { runId: string }>(missing('endUpload')),
  },
  guards: {
    isTooLarge: (_, { file }: { file: SelectedFile }) => file.size > maxBytes,
    isEmpty: (_, { file }: { file: SelectedFile }) => file.size === 0,
    isOtherFile: (_, { file }: { file: SelectedFile }) => !/\.(csv|tsv|txt|xlsx)$/i.test(file.name),
    hasFile: ({ context }) => context.file !== null,
    hasMore: ({ context }) => context.part + 1 < countUploadParts(context.file?.size ?? 0),
    isAllSent: ({ context }) => context.runId !== null && context.part >= countUploadParts(context.file?.size ?? 0),
  },
  actions: {
    setKind: assign({ kind: (_, { kind }: { kind: ImportKind }) => kind }),
    setFile: assign({ file: (_, { file }: { file: SelectedFile }) => file, error: null }),
    setTooLarge: assign({
      file: null,
      error: (_, { file }: { file: SelectedFile }) => fill(t.tooLarge, { file: file.name, most: sizeText(maxBytes) }),
    }),
    setEmpty: assign({ file: null, error: (_, { file }: { file: SelectedFile }) => fill(t.empty, { file: file.name }) }),
    setOther: assign({ file: null, error: t.notAFile }),
    setRun: assign({ runId: (_, { output }: { output: ImportDetail }) => output.id, part: 0 }),
    countPart: assign({ part: ({ context }) => context.part + 1 }),
    setError: assign({ error: (_, { error }: { error: unknown }) => toFailure({ error, fallback: t.failed }).message }),
    forgetError: assign({ error: null }),
    /** Discards the parts sent so far, if the server is reachable. */
    discard: (_, _params: { runId: string | null }) => {},
    reportUploaded: (_, _params: { runId: string | null }) => {},
    reportClosed: () => {},
  },
}).createMachine({
  id: 'importUpload',
  context: ({ input }) => ({ kind: input.kind ?? 'invoices', file: null, runId: null, part: 0, error: null }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The user chooses a file and says what it contains.',
      on: {
        'kind.choose': { actions: withEvent('setKind') },
        'file.choose': [
          { guard: withEvent('isTooLarge'), actions: withEvent('setTooLarge') },
          { guard: withEvent('isEmpty'), actions: withEvent('setEmpty') },
          { guard: withEvent('isOtherFile'), actions: 'setOther' },
          { actions: withEvent('setFile') },
        ],
        'upload.start': { guard: 'hasFile', target: 'creating', actions: 'forgetError' },
        'upload.cancel': 'closed',
      },
    },
    creating: {
      description: 'The server prepares to receive the file.',
      tags: ['busy', 'unsaved'],
      invoke: {
        id: 'createRun',
        src: 'createRun',
        input: ({ context }) => ({ kind: context.kind, file: context.file as SelectedFile }),
        onDone: { target: 'sending', actions: withEvent('setRun') },
        onError: { target: 'choosing', actions: withError('setError') },
      },
    },
    sending: {
      description: 'The file is sent part by part, and the progress is shown.',
      tags: ['busy', 'unsaved'],
      invoke: {
        id: 'sendPart',
        src: 'sendPart',
        input: ({ context }) => ({ runId: context.runId ?? '', part: context.part, file: context.file as SelectedFile }),
        onDone: [
          { guard: 'hasMore', target: 'sending', reenter: true, actions: 'countPart' },
          { target: 'finishing', actions: 'countPart' },
        ],
        onError: { target: 'interrupted', actions: withError('setError') },
      },
      on: { 'upload.cancel': { target: 'closed', actions: { type: 'discard', params: ({ context }) => context } } },
    },
    finishing: {
      description: 'All parts are sent, and the server takes over the file.',
      tags: ['busy', 'unsaved'],
      invoke: {
        id: 'endUpload',
        src: 'endUpload',
        input: ({ context }) => ({ runId: context.runId ?? '' }),
        onDone: { target: 'uploaded', actions: { type: 'reportUploaded', params: ({ context }) => context } },
        onError: { target: 'interrupted', actions: withError('setError') },
      },
    },
    interrupted: {
      description: 'The upload stopped; the user can resume it or cancel.',
      tags: 'unsaved',
      on: {
        'upload.retry': [
          { guard: 'isAllSent', target: 'finishing', actions: 'forgetError' },
          { target: 'sending', actions: 'forgetError' },
        ],
        'upload.cancel': { target: 'closed', actions: { type: 'discard', params: ({ context }) => context } },
      },
    },
    uploaded: { description: 'The file is on the server, and its import opens.' },
    closed: { description: 'The dialog was closed; a partly sent file is discarded.', entry: 'reportClosed' },
  },
});
