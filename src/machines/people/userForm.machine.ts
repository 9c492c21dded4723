import type { NewUser, UserChange } from '../../../contract/entities/people.ts';
import type { User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { editedFormOf } from '../support/editedForm.ts';
import { toFailure } from '../support/failure.ts';

export type UserBody = NewUser | UserChange;
/** The user to save; null for a new one. `version` is null if the provider has no versions. */
export type EditedUser = Readonly<{ id: string; version: number | null }>;
export type SavedUser = Readonly<{ user: User; password: string | null }>;

/**
 * Add User and Edit User (spec 2.58, 5.09, 8.12).
 * Normal path: open.editing → saving → saved.
 * Never: close before the server responds, lose input, or overwrite a version the editor has not seen.
 * Tag `unsaved`: the input, if any, exists nowhere else.
 */
export const userFormMachine = editedFormOf<UserBody, SavedUser, User, EditedUser>()({
  id: 'userForm',
  editedOf: ({ id, version }) => ({ id, version: version ?? null }),
  describeFailure: (error, edited) => {
    const fallback = edited === null ? messages.users.createFailed : messages.users.updateFailed;
    return toFailure({ error, fallback }).message;
  },
  describeConflict: () => messages.userFormText.conflict,
});
