import { fullName, roleLabels } from '../../../contract/entities/user.ts';
import type { ProvisionedRow } from '../../db/repositories/people/provisioned.ts';
import type { Services } from '../shared/services.ts';
import { USER_SCHEMA } from './attributes.ts';
import { roleValueOf } from './roles.ts';

type Deps = Pick<Services, 'sso' | 'provisioning'>;

/** Changes with the account and with its link to the identity provider. */
export const etagOf = ({ version, link_version }: ProvisionedRow): string => `W/"${version}.${link_version ?? 0}"`;

/** The attributes that clients write, as they are stored. */
export const writtenResourceOf = (deps: Deps, row: ProvisionedRow) => ({
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  userName: row.user_name ?? row.email,
  name: { formatted: fullName(row), familyName: row.last_name, givenName: row.first_name },
  displayName: row.display_name ?? fullName(row),
  active: row.active,
  emails: [{ value: row.email, type: 'work', primary: true }],
  roles: [{ value: roleValueOf(deps, row), display: roleLabels[row.role], primary: true }],
});

/** A user as RFC 7643 describes them. @param base the URL of this service, without a trailing slash */
export const userResourceOf = (deps: Deps, row: ProvisionedRow, base: string) => {
  const { linked_at, updated_at } = row;
  return {
    schemas: [USER_SCHEMA],
    id: String(row.id),
    ...writtenResourceOf(deps, row),
    meta: {
      resourceType: 'User',
      created: row.created_at,
      lastModified: linked_at !== null && linked_at > updated_at ? linked_at : updated_at,
      location: `${base}/Users/${row.id}`,
      version: etagOf(row),
    },
  };
};
export type UserResource = ReturnType<typeof userResourceOf>;
