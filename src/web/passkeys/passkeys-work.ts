/**
 * Whether this browser can use passkeys on this page: it knows them, the page is a secure one, and its address is a name
 * (an IP address can own none: WebAuthn level 3, 5.1.2).
 */
export function passkeysWork(hostname = location.hostname): boolean {
  return typeof PublicKeyCredential === 'function' && window.isSecureContext && !/^[\d.]+$|:/.test(hostname)
}
