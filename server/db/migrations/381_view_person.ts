/** Saved views of Deals name their owner as `person`, like every other screen. The version stays, because nobody changed the view. */
export const up = `
update views set question = question - 'owner' || jsonb_build_object('person', question -> 'owner')
where screen = 'deals' and question ? 'owner' and not question ? 'person';
`;
