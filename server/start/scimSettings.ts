import { type Role, roles } from '../../contract/entities/user.ts';
import { can } from '../../contract/permissions.ts';
import { StartRefused } from '../db/startRefused.ts';

/**
 * The role of people whom an identity provider adds without one; null if it must send one (decisions 4.17).
 * @throws StartRefused for a role that may approve
 */
export const readDefaultRole = (text: string | undefined): Role | null => {
  if (text === undefined) return null;
  const allowedRoles = roles.filter((role) => !can({ id: '', role }, 'approval:use'));
  const role = allowedRoles.find((candidate) => candidate === text);
  if (!role) throw new StartRefused(`SCIM_DEFAULT_ROLE must be one of ${allowedRoles.join(', ')}, not "${text}".`);
  return role;
};
