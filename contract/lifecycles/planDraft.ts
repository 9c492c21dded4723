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
      description: 'Users who may read all plans can edit it, try it and comment on it; an administrator can publish it.',
      on: { edit: 'draft', archive: 'archived', publish: 'published' },
    },
    archived: { description: 'The draft is out of use but can be restored.', on: { restore: 'draft' } },
    published: { description: 'Its plans became a version; a new draft can start as a copy of it.', type: 'final' },
  },
});
