/** Connection names are unique only for kinds without a suffix: Xero organizations may share a name (decisions 7.02). */
export const up = `
drop index connections_name;
create unique index connections_name on connections (kind, lower(name))
  where state <> 'gone' and suffix is null and kind not in ('quickbooks','files');
`;
