/** Names are unique only where no suffix tells connections apart: organisations of Xero may share a name (decisions 7.02). */
export const up = `
drop index connections_name;
create unique index connections_name on connections (kind, lower(name))
  where state <> 'gone' and suffix is null and kind not in ('quickbooks','files');
`;
