/** The fields that a proposal changes, as the audit log would keep them; null for those proposed before. */
export const up = `
alter table proposals add column changes jsonb;
`;
