/** The company day on which the person was last reminded of an unconfirmed statement (decisions 2.11). */
export const up = `
alter table issued_statements add column reminded_on date;
`;
