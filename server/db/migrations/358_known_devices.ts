/** Browsers in which a person has signed in (decisions 4.18): a hash of the token in the browser's cookie. */
export const up = `
alter table sessions add column known_device text;
create index sessions_known_device on sessions (user_id, known_device) where known_device is not null;
`;
