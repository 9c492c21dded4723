import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../server/start/environment.ts';

const full = {
  PUBLIC_URL: 'https://sales.example.test',
  OIDC_ISSUER: 'https://login.example.test/realms/sales',
  OIDC_CLIENT_ID: 'quotaboard',
  OIDC_CLIENT_SECRET: 'secret',
};
const sso = (env: Record<string, string>) => readEnvironment(env, []).sso;

describe('single sign-on variables (decisions 4.15)', () => {
  it('have defaults except the issuer and its client', () => {
    expect(sso({})).toBeNull();
    expect(sso(full)).toEqual({
      issuer: full.OIDC_ISSUER,
      clientId: 'quotaboard',
      clientSecret: 'secret',
      appUrl: full.PUBLIC_URL,
      name: 'login.example.test',
      scope: 'openid email profile',
      roles: [],
      roleClaim: null,
      createsUsers: false,
      passwords: 'everyone',
    });
  });

  it('read groups with equals signs, in order', () => {
    const { roles, roleClaim } = sso({ ...full, OIDC_ROLES: 'CN=Admins,DC=acme=admin; sellers=salesperson;' }) ?? {};
    expect(roleClaim).toBe('groups');
    expect(roles).toEqual([
      { group: 'CN=Admins,DC=acme', role: 'admin' },
      { group: 'sellers', role: 'salesperson' },
    ]);
  });

  it.each([
    [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_CLIENT_ID is set and OIDC_ISSUER is not'],
    [{ ...full, PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
    [{ ...full, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET is not set'],
    [{ ...full, OIDC_ISSUER: 'http://login.example.test' }, 'OIDC_ISSUER must be the https address'],
    [{ ...full, OIDC_ISSUER: 'https://me:pass@login.example.test' }, 'OIDC_ISSUER must be the https address'],
    [{ ...full, OIDC_ROLES: 'sellers=boss' }, 'OIDC_ROLES must be a list'],
    [{ ...full, OIDC_ROLES: '=admin' }, 'OIDC_ROLES must be a list'],
    [{ ...full, OIDC_ROLE_CLAIM: 'roles' }, 'OIDC_ROLE_CLAIM is set and OIDC_ROLES is not'],
    [{ ...full, OIDC_CREATE_USERS: '1' }, 'OIDC_CREATE_USERS is 1 and OIDC_ROLES is not set'],
    [{ ...full, OIDC_CREATE_USERS: 'yes' }, 'OIDC_CREATE_USERS must be 1 or 0'],
    [{ ...full, OIDC_PASSWORDS: 'some' }, 'OIDC_PASSWORDS must be one of everyone, admins, nobody'],
    [{ ...full, OIDC_SCOPE: 'email' }, 'OIDC_SCOPE must include openid'],
    [{ ...full, OIDC_NAME: 'x'.repeat(41) }, 'OIDC_NAME must have at most 40 characters'],
  ])('refuse %j and name the variable', (env, message) => {
    expect(() => sso(env)).toThrow(message);
  });
});
