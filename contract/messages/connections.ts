// Why an outside system could not be used; `{name}` is the connection's.
export const connections = {
  auth_expired: '{name} does not accept our sign-in any more: connect it again.',
  permission: '{name} refuses access to this. Ask the owner of the account there to allow it.',
  rate_limited: '{name} asks us to wait before we call again.',
  invalid_config: '{name} does not know what it was asked for: check what the connection is set to.',
  upstream_down: '{name} does not answer properly at the moment; it is tried again by itself.',
  bad_data: '{name} answered with something that cannot be read.',
  tooMany: 'Too many deliveries at once; later ones are taken again.',
  webhookRefused: 'The signature is not right.',
} as const;
