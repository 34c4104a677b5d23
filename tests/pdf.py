"""Writes small PDF files, so that tests need no library for that."""

from collections.abc import Sequence


def pdf_of(*pages: str) -> bytes:
    """A PDF with one page for each of these ASCII texts. The page of an empty text is empty."""
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = list[int]()
    for text in pages:
        shown = " T* ".join(f"({line}) Tj" for line in text.splitlines())
        stream = f"BT /F1 12 Tf 14 TL 72 720 Td {shown} ET"
        bodies.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        bodies.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {len(bodies)} 0 R >>"
        )
        kids.append(len(bodies))
    bodies[1] = f"<< /Type /Pages /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] /Count {len(kids)} >>"
    return _file_of(bodies)


def _file_of(bodies: Sequence[str]) -> bytes:
    content, offsets = b"%PDF-1.4\n", list[int]()
    for number, body in enumerate(bodies, 1):
        offsets.append(len(content))
        content += f"{number} 0 obj\n{body}\nendobj\n".encode("ascii")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    end = f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R >>\n"
    return content + f"{end}startxref\n{len(content)}\n%%EOF\n".encode("ascii")
