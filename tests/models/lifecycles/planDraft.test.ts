import { planDraftLifecycle } from '../../../contract/lifecycles/planDraft.ts';
import { describeMachine } from '../support/walk.ts';

/** Decisions 2.36: a draft is edited until it is published; an archived one has to be restored first. */
describeMachine(
  {
    machine: planDraftLifecycle,
    inputs: [undefined],
    cases: { edit: [{}], archive: [{}], restore: [{}], publish: [{}] },
    project: () => [],
  },
  `
planDraft.draft --edit[0]--> planDraft.draft
planDraft.draft --archive[0]--> planDraft.archived
planDraft.draft --publish[0]--> planDraft.published
planDraft.archived --restore[0]--> planDraft.draft
`,
  `
draft: restore — it is not archived
archived: edit, archive, publish — it has to be restored first
published: edit, archive, restore, publish — it says what was published
`,
);
