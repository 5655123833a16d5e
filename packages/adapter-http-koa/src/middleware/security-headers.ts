/**
 * What every answer says to browsers: take it for nothing but what it is, show it nowhere, keep no copy. Transport security
 * (HSTS) is declared by the server that ends TLS.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
