import { assign, fromPromise, setup } from 'xstate';
import type { NewUser, UserChange } from '../../../contract/entities/people.ts';
import type { User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { refusalOf } from '../support/conflict.ts';
import { failureOf, fieldErrorsOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

export type UserBody = NewUser | UserChange;
/** Whom a save is about: null for a new user; `version` null where the provider counts none. */
export type EditedUser = Readonly<{ id: string; version: number | null }>;
export type SavedUser = Readonly<{ user: User; password: string | null }>;
type Context = {
  edited: EditedUser | null;
  body: UserBody | null;
  saved: SavedUser | null;
  /** What the server has now, after another save of the same user. */
  newest: User | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'form.submit'; body: UserBody }
  | { type: 'newest.take' }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' };

/** The 409 of a save that started from an older version; it brings the newest (UserConflict). */
const conflictOf = (error: unknown): User | null => {
  const { code, current } = refusalOf<User>(error);
  return code === 'version_conflict' ? current : null;
};

/**
 * Add User and Edit User (spec 2.58, 5.09, 8.12).
 * Normal path: open.editing → saving → saved. Somebody else was faster: their version is shown next to what was typed.
 * Never: close before the server answered, lose what was typed, or overwrite what the editor has not seen.
 * Tag `unsaved`: what is typed, if anything is, exists nowhere else.
 */
export const userFormMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { edited: EditedUser | null }, tags: {} as 'busy' | 'unsaved' },
  actors: {
    saveUser: fromPromise<SavedUser, { edited: EditedUser | null; body: UserBody }>(missing('saveUser')),
  },
  guards: {
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    isStale: ({ context }, { error }: { error: unknown }) => context.edited !== null && conflictOf(error) !== null,
  },
  actions: {
    keepBody: assign((_, params: { body: UserBody }) => ({ body: params.body, error: null, fields: {} })),
    keepSaved: assign({ saved: (_, params: { saved: SavedUser }) => params.saved }),
    keepError: assign(({ context }, { error }: { error: unknown }) => {
      const failed = context.edited === null ? messages.users.createFailed : messages.users.updateFailed;
      return { error: failureOf({ error, fallback: failed }).message, fields: fieldErrorsOf(error) };
    }),
    keepNewest: assign(({ context }, { error }: { error: unknown }) => {
      const newest = conflictOf(error);
      const edited = newest ? { id: newest.id, version: newest.version ?? null } : context.edited;
      return { newest, edited, error: messages.userForm.conflict, fields: {} };
    }),
    forgetError: assign({ error: null, fields: {} }),
    /** The browser's own question; a yes comes back as `close.confirmed`. */
    askDiscard: () => {},
    reportSaved: (_, _params: { saved: SavedUser | null }) => {},
    reportClosed: () => {},
  },
}).createMachine({
  id: 'userForm',
  context: ({ input }) => ({ ...input, body: null, saved: null, newest: null, error: null, fields: {} }),
  initial: 'open',
  states: {
    open: {
      tags: 'unsaved',
      initial: 'editing',
      states: {
        editing: {},
        failed: {},
        conflicted: { on: { 'newest.take': { target: 'editing', actions: 'forgetError' } } },
      },
      on: {
        'form.submit': { target: 'saving', actions: ofEvent('keepBody') },
        'close.ask': [{ guard: ofEvent('isDirty'), actions: 'askDiscard' }, { target: 'closed' }],
        'close.confirmed': 'closed',
      },
    },
    saving: {
      tags: ['busy', 'unsaved'],
      invoke: {
        id: 'saveUser',
        src: 'saveUser',
        input: ({ context: { edited, body } }) => ({ edited, body: body as UserBody }),
        onDone: { target: 'saved', actions: { type: 'keepSaved', params: ({ event }) => ({ saved: event.output }) } },
        onError: [
          {
            guard: ofError('isStale'),
            target: 'open.conflicted',
            actions: ofError('keepNewest'),
          },
          { target: 'open.failed', actions: ofError('keepError') },
        ],
      },
    },
    saved: { entry: { type: 'reportSaved', params: ({ context }) => ({ saved: context.saved }) } },
    closed: { entry: 'reportClosed' },
  },
});
