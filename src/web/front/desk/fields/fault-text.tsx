/** The error message of a part of a form that is no single field; nothing without one. With `role`, announced at once. */
export function FaultText({ role, children }: { role?: 'alert'; children: string | undefined }) {
  if (!children) return null
  return (
    <p role={role} className="text-[0.8125rem] font-medium text-danger">
      {children}
    </p>
  )
}
