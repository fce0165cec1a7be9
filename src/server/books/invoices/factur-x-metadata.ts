/** Adds XMP metadata that identifies a Factur-X document of EN 16931, with its PDF/A extension schema. */
export function describeFacturX(pdf: PDFKit.PDFDocument): void {
  // the types lack this method
  const described = pdf as PDFKit.PDFDocument & { appendXML(xml: string): void }
  described.appendXML(facturX)
}

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** Name, value and description of each property (Factur-X 1.0, chapter 6.2). */
const properties = [
  ['DocumentFileName', 'factur-x.xml', 'The name of the embedded XML document'],
  ['DocumentType', 'INVOICE', 'The type of the hybrid document in capital letters'],
  ['Version', '1.0', 'The version of the standard'],
  ['ConformanceLevel', 'EN 16931', 'The conformance level of the embedded XML document'],
] as const

const facturX = `
    <rdf:Description rdf:about="" xmlns:fx="${namespace}">
      ${properties.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`).join('\n      ')}
    </rdf:Description>
    <rdf:Description rdf:about=""
        xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
        xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
        xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas>
        <rdf:Bag>
          <rdf:li rdf:parseType="Resource">
            <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
            <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
            <pdfaSchema:prefix>fx</pdfaSchema:prefix>
            <pdfaSchema:property>
              <rdf:Seq>${properties.map(([name, , description]) => propertyOf(name, description)).join('')}
              </rdf:Seq>
            </pdfaSchema:property>
          </rdf:li>
        </rdf:Bag>
      </pdfaExtension:schemas>
    </rdf:Description>
    `

function propertyOf(name: string, description: string): string {
  return `
                <rdf:li rdf:parseType="Resource">
                  <pdfaProperty:name>${name}</pdfaProperty:name>
                  <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                  <pdfaProperty:category>external</pdfaProperty:category>
                  <pdfaProperty:description>${description}</pdfaProperty:description>
                </rdf:li>`
}
