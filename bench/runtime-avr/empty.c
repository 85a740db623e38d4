/* The empty program, whose flash and RAM are subtracted. */
int main(void)
{
    for (;;) {
    }
}
