import { array, number, object, string } from 'yup';
import { limits } from '../../limits.ts';
import { apiTokens as t } from '../../messages/apiTokens.ts';
import { type TokenScope, tokenScopeNames } from '../../tokenScopes.ts';
import { plainTextTest } from '../plain.ts';

const { nameMax, daysMax } = limits.apiTokens;

export const apiTokenForm = object({
  name: string().trim().default('').required(t.nameRequired).max(nameMax, t.nameLong).test(plainTextTest(t.name)),
  scopes: array()
    .of(
      string<TokenScope>()
        .oneOf([...tokenScopeNames], t.scopeUnknown)
        .required(),
    )
    .default([])
    .min(1, t.scopesRequired),
  expires_in_days: number().integer(t.daysInvalid).min(1, t.daysInvalid).max(daysMax, t.daysInvalid).required(t.daysInvalid),
  current_password: string().default('').required(t.passwordRequired),
});
