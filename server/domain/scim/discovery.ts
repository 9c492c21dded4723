import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { USER_SCHEMA } from './attributes.ts';

const t = messages.scim.attributes;
const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** RFC 7643, 5: what this service supports. */
export const serviceProviderConfigOf = (base: string) => ({
  schemas: [CONFIG_SCHEMA],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: limits.scim.maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: t.token,
      description: t.tokenHint,
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** RFC 7643, 6 */
export const resourceTypesOf = (base: string) => [
  {
    schemas: [TYPE_SCHEMA],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: t.user,
    schema: USER_SCHEMA,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
];

type Traits = Readonly<{
  type?: 'string' | 'boolean' | 'complex';
  multiValued?: true;
  required?: true;
  caseExact?: true;
  mutability?: 'readOnly';
  uniqueness?: 'server';
  subAttributes?: readonly object[];
}>;

const attributeOf = (name: string, description: string, traits: Traits = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
});

const valueAttributes = (value: string) => [
  attributeOf('value', value),
  attributeOf('type', t.type),
  attributeOf('primary', t.primary, { type: 'boolean' }),
  attributeOf('display', t.display, { mutability: 'readOnly' }),
];

/** RFC 7643, 7: the attributes that are stored. */
export const schemasOf = (base: string) => [
  {
    schemas: [SCHEMA_SCHEMA],
    id: USER_SCHEMA,
    name: 'User',
    description: t.user,
    attributes: [
      attributeOf('userName', t.userName, { required: true, uniqueness: 'server' }),
      attributeOf('externalId', t.externalId, { caseExact: true }),
      attributeOf('displayName', t.displayName),
      attributeOf('name', t.name, {
        type: 'complex',
        required: true,
        subAttributes: [
          attributeOf('formatted', t.formatted, { mutability: 'readOnly' }),
          attributeOf('familyName', t.familyName, { required: true }),
          attributeOf('givenName', t.givenName, { required: true }),
        ],
      }),
      attributeOf('active', t.active, { type: 'boolean' }),
      attributeOf('emails', t.emails, {
        type: 'complex',
        multiValued: true,
        required: true,
        subAttributes: valueAttributes(t.email),
      }),
      attributeOf('roles', t.roles, {
        type: 'complex',
        multiValued: true,
        subAttributes: valueAttributes(t.role),
      }),
    ],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER_SCHEMA}` },
  },
];
