/** The fields that a proposal changes, in the form of the audit log; null for earlier proposals. */
export const up = `
alter table proposals add column changes jsonb;
`;
