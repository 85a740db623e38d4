/* Nothing: what flash and RAM are counted from. */
int main(void)
{
    for (;;) {
    }
}
