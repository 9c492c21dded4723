import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const PERIOD_MS = 30_000;
/** Steps before and after the server's own that are accepted, because phone clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, names: Readonly<{ issuer?: string; label?: string }> = {}): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1000 });

/** The QR code that an authenticator app scans, as SVG. */
export const totpQr = (secret: string, names: Readonly<{ issuer: string; label: string }>): string =>
  renderSVG(totpOf(secret, names).toString(), { ecc: 'M', border: 2 });

/** The time step of a correct code; null for a wrong one. Ignores spaces. */
export const totpStep = (secret: string, code: string, now: Date): number | null => {
  const token = code.replaceAll(/\s/gu, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / PERIOD_MS) + delta;
};
