"""Medicines by the endings of their international names."""

import re

MEDICINE = re.compile(
    r"(?<!\w)(?:co-)?[A-Za-z]{3,}(?:formin|tadine|pril|sartan|statin|zole|olol|pine|dipine|xetine|traline|pram|azepam|zolam"
    r"|profen|proxen|cillin|mycin|cycline|amol|"
    r"xaban|gatran|gliptin|gliflozin|tidine|thiazide|semide|parin|mab|tinib|prost|lukast|terol|sone|solone"
    r"|thyroxine|pentin|"
    r"balin|pidem|apine|idone|caine|codone|vir|prazole|floxacin|bactam|tropium|triptan|setron|dronate|glutide"
    r"|clone|prion|pion|faxine|prine)(?!\w)"
)
