/** The reason for a failed connection, without any part of the address. */
export const describeFailure = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host is unknown';
  if (code === '28P01' || code === '28000') return 'user or password was refused';
  if (code === '3D000') return 'there is no such database';
  if (message?.includes('timeout') || code === 'ETIMEDOUT') return 'it did not answer within 5 s';
  return code ?? 'the connection failed';
};
