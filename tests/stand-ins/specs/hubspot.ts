import { closed, digits, flag, instant, integer, listOf, oneOf, type Shape, type Spec, text, textOrNull, uuid } from './specCheck.ts';

const V = '2026-09';
const page = { paging: closed({}, { next: closed({ after: text }, { link: text }) }) };
const texts: Shape = { type: 'object', additionalProperties: textOrNull };
const listsOfTexts: Shape = { type: 'object', additionalProperties: listOf(text) };
const object = closed({ id: text, properties: texts, createdAt: instant, updatedAt: instant, archived: flag }, { archivedAt: instant });
const batch = (result: Shape): Shape =>
  closed({
    status: oneOf('CANCELED', 'COMPLETE', 'PENDING', 'PROCESSING'),
    results: listOf(result),
    startedAt: instant,
    completedAt: instant,
  });
const ids = listOf(closed({ id: text }));
const listQuery = { limit: digits, after: text, archived: oneOf('true', 'false'), properties: text };

const stage = closed(
  {
    id: text,
    label: text,
    displayOrder: integer,
    metadata: { type: 'object', additionalProperties: text },
    archived: flag,
    createdAt: instant,
    updatedAt: instant,
    writePermissions: oneOf('CRM_PERMISSIONS_ENFORCEMENT', 'INTERNAL_ONLY', 'READ_ONLY'),
  },
  { archivedAt: instant },
);
const pipeline = closed(
  { id: text, label: text, displayOrder: integer, stages: listOf(stage), archived: flag, createdAt: instant, updatedAt: instant },
  { archivedAt: instant },
);
const owner = closed(
  { id: text, type: oneOf('PERSON', 'QUEUE'), archived: flag, createdAt: instant, updatedAt: instant },
  { email: text, firstName: text, lastName: text, userId: integer },
);
const association = closed({
  from: closed({ id: text }),
  to: listOf(
    closed({
      toObjectId: text,
      // `label` is null in the examples of the guide, and a text in the file.
      associationTypes: listOf(
        closed(
          { category: oneOf('HUBSPOT_DEFINED', 'INTEGRATOR_DEFINED', 'USER_DEFINED', 'WORK'), typeId: integer },
          { label: textOrNull },
        ),
      ),
    }),
  ),
});
const filter = closed(
  { propertyName: text, operator: oneOf('BETWEEN', 'EQ', 'GT', 'GTE', 'IN', 'LT', 'LTE', 'NEQ') },
  { value: text, highValue: text, values: listOf(text) },
);
// HubSpot's guide sends sort objects; its OpenAPI file allows only strings.
const sort: Shape = { anyOf: [text, closed({ propertyName: text, direction: oneOf('ASCENDING', 'DESCENDING') })] };

/** Written from HubSpot's own OpenAPI files for the version that the connector calls. */
export const hubspotSpec: Spec = {
  source: 'github.com/HubSpot/HubSpot-public-api-spec-collection',
  version: '9989379 (2026-08-21)',
  operations: [
    {
      method: 'GET',
      path: `/account-info/${V}/details`,
      answer: closed({
        portalId: integer,
        accountType: oneOf('APP_DEVELOPER', 'DEVELOPER_TEST', 'SANDBOX', 'STANDARD'),
        timeZone: text,
        companyCurrency: text,
        additionalCurrencies: listOf(text),
        utcOffset: text,
        utcOffsetMilliseconds: integer,
        uiDomain: text,
        dataHostingLocation: text,
      }),
    },
    { method: 'GET', path: `/crm/pipelines/${V}/deals`, answer: closed({ results: listOf(pipeline) }) },
    {
      method: 'GET',
      path: `/crm/owners/${V}`,
      query: { limit: digits, after: text, archived: oneOf('true', 'false'), email: text },
      answer: closed({ results: listOf(owner) }, page),
    },
    { method: 'GET', path: `/crm/objects/${V}/deals`, query: listQuery, answer: closed({ results: listOf(object) }, page) },
    {
      method: 'POST',
      path: `/crm/objects/${V}/deals/search`,
      body: closed(
        {
          filterGroups: listOf(closed({ filters: listOf(filter) })),
          sorts: listOf(sort),
          properties: listOf(text),
          limit: integer,
          after: text,
        },
        { query: text },
      ),
      answer: closed({ total: integer, results: listOf(object) }, page),
    },
    {
      method: 'POST',
      path: `/crm/objects/${V}/companies/batch/read`,
      body: closed({ inputs: ids, properties: listOf(text), propertiesWithHistory: listOf(text) }, { idProperty: text }),
      answer: batch(object),
    },
    {
      method: 'POST',
      path: `/crm/associations/${V}/deals/companies/batch/read`,
      body: closed({ inputs: ids }),
      answer: batch(association),
    },
  ],
  error: {
    type: 'object',
    required: ['category', 'correlationId', 'message'],
    properties: {
      category: text,
      correlationId: uuid,
      message: text,
      errors: listOf({ type: 'object', required: ['message'], properties: { message: text, code: text, context: listsOfTexts } }),
      context: listsOfTexts,
    },
  },
};
