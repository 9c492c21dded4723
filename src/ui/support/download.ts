/** Hands a file to the browser's own download. */
export const download = (fileName: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Revoked in the same turn, some browsers cancel the download.
  setTimeout(() => URL.revokeObjectURL(url), 0);
};
