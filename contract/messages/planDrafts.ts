// Drafts of the commission plans: their list, their comments, their trial and their publication.
export const planDrafts = {
  nameRequired: 'Give the draft a name.',
  nameLong: 'The name can have at most {most} characters.',
  commentRequired: 'Write a comment first.',
  commentLong: 'A comment can have at most {most} characters.',
} as const;

/** Refusals of calls about drafts. */
export const planDraftRefusals = {
  textLong: 'A draft can have at most {most} KB, and this one is larger.',
  revisionNeeded: 'Send the revision that the text changes.',
  stale: '{name} changed this draft while you had it open. Compare both texts before you save.',
  staleByNobody: 'This draft was changed while you had it open. Compare both texts before you save.',
  published: 'This draft was published as version {version}, so it stays as it is. Duplicate it to go on.',
  archived: 'This draft is archived. Restore it before you change it.',
  notArchived: 'Only an archived draft can be restored.',
  tooMany: 'There are {most} open drafts. Archive one first.',
  tooManyComments: 'A draft can have at most {most} comments.',
  notNewest: 'The plans in use are version {version}. Compare the draft with them first.',
  plansChanged: '{name} published version {version} after this draft began. Compare the draft with it before you publish.',
  plansChangedByNobody: 'Version {version} was published after this draft began. Compare the draft with it before you publish.',
  reviewNeeded: 'This draft changes what people are paid, so its impact has to be reviewed before it is published.',
  nothingNew: 'The draft equals the plans in use, so there is nothing to publish.',
} as const;
