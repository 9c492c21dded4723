import { setup } from 'xstate';

export type PlanDraftEvent = { type: 'edit' } | { type: 'archive' } | { type: 'restore' } | { type: 'publish' };

/**
 * A draft of the plans (decisions 2.36).
 * Normal path: draft → published.
 * Never: changed once it is published, because it is the record of what was published.
 */
export const planDraftLifecycle = setup({ types: { events: {} as PlanDraftEvent } }).createMachine({
  id: 'planDraft',
  initial: 'draft',
  states: {
    draft: {
      description: 'Those who may read all plans edit it, try it and comment on it; an administrator publishes it.',
      on: { edit: 'draft', archive: 'archived', publish: 'published' },
    },
    archived: { description: 'It is kept, and comes back when somebody restores it.', on: { restore: 'draft' } },
    published: { description: 'Its plans became a version; another draft can start as its copy.', type: 'final' },
  },
});
