type ListResponse = Readonly<{
  schemas: readonly string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: readonly object[];
}>;

/** RFC 7644, 3.4.2: resources as a page; all of them unless `page` says otherwise. `startIndex` counts from 1. */
export const listResponseOf = (
  resources: readonly object[],
  { totalResults = resources.length, startIndex = 1 }: Readonly<{ totalResults?: number; startIndex?: number }> = {},
): ListResponse => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
