/** A job keeps its tries when its server stops; servers in a row that stopped under it are counted apart. */
export const up = `
alter table jobs add column crashes integer not null default 0;
`;
