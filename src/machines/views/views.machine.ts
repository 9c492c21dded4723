import type { View, ViewQuestion } from '../../../contract/entities/view.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

/** `view` is null for a new view. */
export type NamedView = Readonly<{ view: View | null; question: ViewQuestion }>;
export type ViewStep = (Readonly<{ kind: 'save'; name: string; shared: boolean }> & NamedView) | Readonly<{ kind: 'remove'; view: View }>;

const t = messages.views;
const compareNames = (a: View, b: View): number => a.name.toLowerCase().localeCompare(b.name.toLowerCase());
const fallbacks = { save: t.saveFailed, remove: t.removeFailed } as const;

/**
 * The saved views of a screen (decisions 1.02 `views`): listed, saved, changed, deleted.
 * Normal path: loading → shown → asking → saving → shown, or shown → confirming → saving → loading.
 * Never: lose input when a save fails, or change the list before the server responds.
 */
export const viewsMachine = deskOf<readonly View[], ViewStep, View | null, NamedView>()({
  id: 'views',
  canTake: (_, { kind }, form) => kind === 'save' || form === null,
  mustConfirm: ({ kind }) => kind === 'remove',
  renewForm: (form, views) => ({ ...form, view: views.find(({ id }) => id === form.view?.id) ?? form.view }),
  toContent: (saved, views) => saved && [...views.filter(({ id }) => id !== saved.id), saved].sort(compareNames),
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? fallbacks[step.kind] : t.loadFailed }),
});
